// Runs a trace (gearbox bench --help has the format) on ONNX Runtime and prints what `gearbox bench --trace T --json` prints.
// Usage: node onnxruntime.mjs PEERS MODEL TRACE [--threads N] [--dump FOLDER]     PEERS: where bench/peers/fetch put it
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fill } from './fill.mjs';
import { parseTrace } from './trace.mjs';

const [peers, model, trace, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const threads = Number(option('--threads') ?? 1);
const dump = option('--dump');
const ort = createRequire(resolve(peers, 'package.json'))('onnxruntime-node');

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

// Of this process alone: resourceUsage().maxRSS begins at the peak of whoever started it.
const peakMib = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;

function tensors(session, shape, fills) {
  return Object.fromEntries(session.inputMetadata.map(({ name, type }) => {
    const dims = shape[name];
    if (!dims) throw new Error(`the trace gives no extents for input '${name}'`);
    return [name, new ort.Tensor(type, fill(name, type, dims.reduce((a, b) => a * b, 1), fills[name]), dims)];
  }));
}

function write(outputs, names, shape) {
  names.forEach((name, k) => {
    const { data } = outputs[name];
    writeFileSync(`${dump}/s${shape}_o${k}.bin`, new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  });
}

const { fills, shapes, requests } = parseTrace(readFileSync(trace, 'utf8'));
if (dump) mkdirSync(dump, { recursive: true });
const loadBegin = performance.now();
const session = await ort.InferenceSession.create(model, { intraOpNumThreads: threads, interOpNumThreads: 1, executionProviders: ['cpu'] });
const loadMs = performance.now() - loadBegin;
const feeds = shapes.map((shape) => tensors(session, shape.inputs, fills));
const times = shapes.map(() => []);
for (const shape of requests) {
  const begin = performance.now();
  const outputs = await session.run(feeds[shape]);
  times[shape].push(performance.now() - begin);
  if (dump && times[shape].length === 1) write(outputs, session.outputNames, shape);
}
const rows = shapes.map((shape, i) => {
  const [first, ...later] = times[i];
  const sorted = later.sort((a, b) => a - b);
  return { shape: shape.name, runs: times[i].length, first_ms: first, min_ms: quantile(sorted, 0), p50_ms: quantile(sorted, 0.5) };
});
console.log(JSON.stringify({
  engine: 'onnxruntime', version: ort.env.versions.node, model, threads, load_ms: loadMs,
  stream_ms: times.flat().reduce((a, b) => a + b, 0), peak_rss_mb: peakMib(),
  outputs: session.outputMetadata.map(({ type }) => type), shapes: rows,
}));
