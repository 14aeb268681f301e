import { findKind } from '#domain/documents.ts'

/** The width and height that a PNG or JPEG says it has, before it is decoded; undefined if it says none. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (findKind(bytes)?.type === 'image/png')
    return view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }
  // A JPEG is a list of segments, each with a marker and its length. One that starts a frame has the size.
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the three markers among them for tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
