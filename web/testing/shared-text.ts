import { onTestFinished } from 'vitest'

/** Records what the screen sends through the device's share menu. Returns a function that reads the last text. */
export function recordSharedText(): () => string | undefined {
  let shared: string | undefined
  const share = async ({ text }: ShareData) => {
    shared = text
  }
  Object.assign(navigator, { share })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  return () => shared
}
