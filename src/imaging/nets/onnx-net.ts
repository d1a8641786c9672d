/** Runs an ONNX net from a file. This is the only module that imports onnxruntime-node. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';

export interface NetTensor {
  /** Row-major values; the length is the product of `shape`. */
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

export interface Net {
  /** The names of the inputs in the order in which the graph declares them. */
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** Takes one tensor per input name and returns one per output name. Only float32 nets are supported. */
  run(inputs: Readonly<Record<string, NetTensor>>): Promise<ReadonlyMap<string, NetTensor>>;
  /** Frees the native memory. The net must not run afterwards. */
  release(): Promise<void>;
}

export interface OpenNetOptions {
  /** Lower-case hex. `openNet` rejects if the file has another digest. */
  readonly sha256?: string;
  /**
   * Keeps freed buffers for the next run. Off by default: the arena of a large net stays at its peak size, and an
   * image process must release memory between tasks.
   */
  readonly keepsArena?: boolean;
}

/**
 * Opens an ONNX net on the CPU with one thread. Tasks run in parallel processes, and on a busy machine two threads per
 * task are slower than one.
 */
export async function openNet(file: string, options: OpenNetOptions = {}): Promise<Net> {
  const bytes = await readFile(file);
  if (options.sha256 !== undefined) {
    const actual = createHash('sha256').update(bytes).digest('hex');
    if (actual !== options.sha256) {
      throw new Error(`${basename(file)}: SHA-256 is ${actual}, expected ${options.sha256}`);
    }
  }
  const session = await InferenceSession.create(bytes, {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: options.keepsArena ?? false,
    logSeverityLevel: 3,
  });
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (inputs) => runSession(session, inputs),
    release: () => session.release(),
  };
}

async function runSession(
  session: InferenceSession,
  inputs: Readonly<Record<string, NetTensor>>,
): Promise<ReadonlyMap<string, NetTensor>> {
  const feeds: Record<string, Tensor> = {};
  for (const [name, { data, shape }] of Object.entries(inputs)) {
    feeds[name] = new Tensor('float32', data, shape);
  }
  const results = await session.run(feeds);
  const outputs = new Map<string, NetTensor>();
  for (const [name, value] of Object.entries(results)) {
    const { data, dims } = value;
    if (!(data instanceof Float32Array)) throw new Error(`Output ${name} is not float32`);
    outputs.set(name, { data, shape: dims });
  }
  return outputs;
}

/** Runs a net with one input and one output. */
export async function runSingle(net: Net, input: NetTensor): Promise<NetTensor> {
  const [inputName] = net.inputNames;
  const [outputName] = net.outputNames;
  if (inputName === undefined || outputName === undefined) throw new Error('The net has no input or output');
  const outputs = await net.run({ [inputName]: input });
  return requireOutput(outputs, outputName);
}

export function requireOutput(outputs: ReadonlyMap<string, NetTensor>, name: string): NetTensor {
  const output = outputs.get(name);
  if (output === undefined) throw new Error(`The net has no output ${name}`);
  return output;
}
