/**
 * Says that a browser shows a file, and under which name it saves it: in RFC 6266's form, with a name of plain letters for
 * old browsers beside the exact one.
 */
export const inlineDisposition = (fileName: string): string => disposition('inline', fileName)

/** As `inlineDisposition`, of a file that browsers save and do not show. */
export const savedDisposition = (fileName: string): string => disposition('attachment', fileName)

function disposition(kind: 'inline' | 'attachment', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`
}
