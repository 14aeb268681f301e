/** A browser inside another app: what it shows there is forgotten, or not found by the person's own browser. */
export interface InAppBrowser {
  /** The app's name; undefined where it does not say. */
  app: string | undefined
  /** The browser to open the page in instead. */
  instead: 'Safari' | 'Chrome'
}

/** How apps call themselves in the name of their browser. */
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

/**
 * The app in whose own browser a page is shown; undefined in a browser proper.
 * @param userAgent how the browser calls itself
 */
export function findInAppBrowser(userAgent: string): InAppBrowser | undefined {
  const isApple = /iPhone|iPad|iPod/.test(userAgent)
  if (!isApple && !/Android/.test(userAgent)) return undefined
  const app = apps.find(([sign]) => sign.test(userAgent))?.[1]
  const isView = isApple ? !/Safari\//.test(userAgent) : /; wv\)/.test(userAgent)
  return app || isView ? { app, instead: isApple ? 'Safari' : 'Chrome' } : undefined
}
