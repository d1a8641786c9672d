/** Reads the body of a response, up to a number of bytes, so that a provider cannot fill the memory. */

/** @throws Error when the body is larger or does not arrive completely. */
export async function readBounded(response: Response, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
