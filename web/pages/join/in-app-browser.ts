import { type Device, isApplePhoneOrTablet } from '#web/browser/apple-device.ts'

/** A browser inside another app. Its storage is often deleted, and the person's own browser cannot read it. */
export interface InAppBrowser {
  /** The app's name; undefined if unknown. */
  app: string | undefined
  /** The browser to open the page in instead. */
  instead: 'Safari' | 'Chrome'
}

/** How apps identify themselves in the user agent. */
const apps: [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBAN\/Messenger|FB_IAB\/(Orca|MESSENGER)|\bOrca-/, 'Messenger'],
  [/FBAN\/|FBAV\/|FB_IAB\//, 'Facebook'],
  [/\bLine\//, 'LINE'],
  [/musical_ly|BytedanceWebview|TikTok/, 'TikTok'],
  [/Snapchat/, 'Snapchat'],
  [/MicroMessenger/, 'WeChat'],
  [/KAKAOTALK/, 'KakaoTalk'],
  [/LinkedInApp/, 'LinkedIn'],
  [/\bTwitter/, 'X'],
  [/Pinterest\//, 'Pinterest'],
  [/Telegram/, 'Telegram'],
]

/** Returns the app whose built-in browser shows the page; undefined in a real browser. */
export function findInAppBrowser(device: Device): InAppBrowser | undefined {
  const { userAgent } = device
  const isApple = isApplePhoneOrTablet(device)
  if (!isApple && !/Android/.test(userAgent)) return undefined
  const app = apps.find(([sign]) => sign.test(userAgent))?.[1]
  const isView = isApple ? !/Safari\//.test(userAgent) : /; wv\)/.test(userAgent)
  return app || isView ? { app, instead: isApple ? 'Safari' : 'Chrome' } : undefined
}
