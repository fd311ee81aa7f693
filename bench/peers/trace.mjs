// Reads traces of requests: lines '[*N] NAME=D0xD1… NAME=scalar …' and '!fill NAME KIND A B', '#' comments.

const words = (line) => line.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
const unquoted = (word) => word.replaceAll('"', '');

/// {fills: {name: {kind, a, b}}, shapes: [{name, inputs: {name: extents}}], requests: [index into shapes]}
export function parseTrace(text) {
  const fills = {}, shapes = [], requests = [], known = new Map();
  for (const line of text.split('\n').map((each) => each.replace(/#.*/, '').trim()).filter(Boolean)) {
    const parts = words(line);
    if (parts[0] === '!fill') {
      const [, name, kind, a = '0', b = '0'] = parts;
      fills[unquoted(name)] = { kind, a: Number(a), b: Number(b) };
      continue;
    }
    const times = parts[0].startsWith('*') ? Number(parts.shift().slice(1)) : 1;
    const name = parts.join(' ');
    if (!known.has(name)) {
      known.set(name, shapes.length);
      const inputs = parts.map((part) => {
        const at = part.lastIndexOf('=');
        const extents = part.slice(at + 1);
        return [unquoted(part.slice(0, at)), extents === 'scalar' ? [] : extents.split('x').map(Number)];
      });
      shapes.push({ name, inputs: Object.fromEntries(inputs) });
    }
    for (let i = 0; i < times; ++i) requests.push(known.get(name));
  }
  return { fills, shapes, requests };
}
