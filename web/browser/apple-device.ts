/** What a browser says of its device. */
export type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/** Whether this is an iPhone or iPad. An iPad calls itself a Macintosh, which has no touch screen. */
export function isApplePhoneOrTablet({ userAgent, maxTouchPoints }: Device = navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Whether this is a device of Apple. Others have no app for `webcal:`, or read it without encryption. */
export function isAppleDevice({ userAgent }: Pick<Device, 'userAgent'> = navigator): boolean {
  return /\b(?:iPhone|iPad|iPod|Macintosh)\b/.test(userAgent)
}
