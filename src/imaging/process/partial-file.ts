/** The name of the file to which an image process writes until its result is complete. */

export function partialFileOf(targetFile: string): string {
  return `${targetFile}.partial`;
}
