/** Saves a file that the page has made or fetched, like a download. */

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By this time, browsers have begun to save the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
