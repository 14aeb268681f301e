/** Whether this is an iPhone or iPad. An iPad calls itself a Macintosh, which has no touch screen. */
export function isApplePhoneOrTablet(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
