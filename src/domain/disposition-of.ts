/**
 * The header `Content-Disposition` of a downloaded file. It contains no file name, so that the name in a page's
 * download link is used. A PDF is always downloaded, because browsers do not show a PDF in a sandbox.
 */
export function dispositionOf(contentType: string): 'attachment' | 'inline' {
  return contentType === 'application/pdf' ? 'attachment' : 'inline';
}
