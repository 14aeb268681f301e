/** Has browsers show a file, and save it under this name. RFC 6266: an ASCII name beside the exact one. */
export const inlineDisposition = (fileName: string): string => disposition('inline', fileName)

export const savedDisposition = (fileName: string): string => disposition('attachment', fileName)

function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`
}
