import { describe, expect, it } from 'vitest'
import { findInAppBrowser } from './in-app-browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0'

describe('an app’s own browser', () => {
  it.each([
    ['Instagram', 'Safari', `${IPHONE} Mobile/15E148 Instagram 336.0.0.20.94 (iPhone15,2; iOS 17_5; en_CA)`],
    ['Instagram', 'Chrome', `${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 336.0.0.35.90 Android`],
    ['Facebook', 'Safari', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/466.0.0.42.98;FBBV/604301;FBDV/iPhone15,2]`],
    ['Facebook', 'Chrome', `${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/466.0.0.55.85;]`],
    ['Messenger', 'Safari', `${IPHONE} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0.0.30.109]`],
    [
      'Messenger',
      'Chrome',
      `${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/460.0.0.48.109;]`,
    ],
    ['LINE', 'Safari', `${IPHONE} Mobile/15E148 Safari Line/14.7.0`],
    ['WeChat', 'Chrome', `${PIXEL} Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49`],
    ['TikTok', 'Safari', `${IPHONE} Mobile/15E148 musical_ly_34.9.0 BytedanceWebview/d8a21c6`],
    ['Instagram', 'Safari', `${IPAD} Mobile/15E148 Instagram 336.0.0.20.94`],
    [undefined, 'Safari', `${IPHONE} Mobile/15E148`],
    [undefined, 'Chrome', `${PIXEL} Chrome/125.0.0.0 Mobile Safari/537.36`],
  ])('is known: %s, instead of which %s opens the page', (app, instead, userAgent) => {
    expect(findInAppBrowser({ userAgent, maxTouchPoints: 5 })).toEqual({ app, instead })
  })

  it.each([
    `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
    `${IPHONE} CriOS/125.0.6422.80 Mobile/15E148 Safari/604.1`,
    `${IPHONE} FxiOS/126.0 Mobile/15E148 Safari/605.1.15`,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36',
  ])('is not seen in a browser proper: %s', (userAgent) => {
    expect(findInAppBrowser({ userAgent, maxTouchPoints: 5 })).toBeUndefined()
  })
})
