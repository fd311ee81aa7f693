// The same input values as `gearbox bench` makes: a hash of (name, element index), see src/cli/fill_rule.h.

const ARRAYS = {
  float32: Float32Array, float64: Float64Array, int32: Int32Array, uint32: Uint32Array, int16: Int16Array, uint16: Uint16Array,
  int8: Int8Array, uint8: Uint8Array, bool: Uint8Array, int64: BigInt64Array, uint64: BigUint64Array,
};
const MASK = 0xffffffffffffffffn;

/// FNV-1a over the name's bytes.
function nameHash(name) {
  let hash = 1469598103934665603n;
  for (const byte of new TextEncoder().encode(name)) hash = ((hash ^ BigInt(byte)) * 1099511628211n) & MASK;
  return hash;
}

/// High 32 bits of a 32 x 32 bit product; the partial products are exact in doubles.
function multiplyHigh(a, b) {
  const a0 = a & 0xffff, a1 = a >>> 16, b0 = b & 0xffff, b1 = b >>> 16;
  const middle = a1 * b0 + Math.floor((a0 * b0) / 65536);
  const other = a0 * b1 + (middle % 65536);
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor(other / 65536);
}

// A 64-bit number is [high, low], both unsigned 32 bits.
const multiply = ([ah, al], [bh, bl]) => [(multiplyHigh(al, bl) + Math.imul(ah, bl) + Math.imul(al, bh)) >>> 0, Math.imul(al, bl) >>> 0];
const shifted = ([h, l], by) => [(h ^ (h >>> by)) >>> 0, (l ^ ((l >>> by) | (h << (32 - by)))) >>> 0];

/// The finaliser of splitmix64, as a number in [0, 1).
function unit(h, l) {
  const low = l + 0x7f4a7c15;
  let x = [(h + 0x9e3779b9 + (low > 0xffffffff ? 1 : 0)) >>> 0, low >>> 0];
  x = multiply(shifted(x, 30), [0xbf58476d, 0x1ce4e5b9]);
  x = multiply(shifted(x, 27), [0x94d049bb, 0x133111eb]);
  const [high, bits] = shifted(x, 31);
  return (high * 2097152 + (bits >>> 11)) / 9007199254740992;
}

/// Values of an input by its rule {kind, a, b}; without one floats are uniform in [-1, 1) and all else is 1.
export function fill(name, type, count, rule) {
  const Values = ARRAYS[type];
  if (!Values) throw new Error(`input '${name}' is ${type}, which this runner cannot fill`);
  const real = type.startsWith('float');
  const { kind, a, b } = rule ?? { kind: real ? 'uniform' : 'const', a: real ? -1 : 1, b: 1 };
  const seed = nameHash(name);
  const seedHigh = Number(seed >> 32n), seedLow = Number(seed & 0xffffffffn);
  const out = new Values(count);
  const big = out instanceof BigInt64Array || out instanceof BigUint64Array;
  for (let i = 0; i < count; ++i) {
    let value = kind === 'iota' ? i : a;
    if (kind === 'uniform' || kind === 'int') {
      const low = seedLow + i;
      value = a + (b - a) * unit((seedHigh + Math.floor(low / 4294967296)) >>> 0, low >>> 0);
    }
    if (kind === 'int') value = Math.floor(value);
    if (!real) value = Math.trunc(value);
    if (type === 'bool') value = value !== 0 ? 1 : 0;
    out[i] = big ? BigInt(value) : value;
  }
  return out;
}
