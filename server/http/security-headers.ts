import type { Settings } from '../settings.ts'

/**
 * For every answer: it is what it says it is, is loaded by no other site, and tells none where somebody came from. Where people come by
 * TLS they come by nothing else for a year.
 */
export const answerHeaders = ({ publicUrl }: Pick<Settings, 'publicUrl'>): [string, string][] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ...(publicUrl?.protocol === 'https:' ? [['Strict-Transport-Security', 'max-age=31536000'] as [string, string]] : []),
]

/** The stock-photo host of the backdrops. */
const PHOTOS = 'https://images.unsplash.com'

/**
 * For the document: scripts, styles and fonts only from here, photographs from the stock-photo host, and maps from
 * wherever the person's map address points, in a sandboxed frame. Data comes from here and, where browsers call the AI
 * provider themselves, from there.
 */
export const documentHeaders = ({ ai }: Pick<Settings, 'ai'>) =>
  [
    [
      'Content-Security-Policy',
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        `img-src 'self' data: ${PHOTOS}`,
        `connect-src 'self'${ai?.browserKey === undefined ? '' : ` ${new URL(ai.baseUrl).origin}`}`,
        "manifest-src 'self'",
        "worker-src 'self'",
        'frame-src http: https:',
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ].join('; '),
    ],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
  ] satisfies [string, string][]

/**
 * For a file that somebody has uploaded: it is shown and nothing in it runs, loads or sends anything, whatever it is. A PDF
 * is not put into a sandbox as well: Safari shows nothing then, and Chromium takes a PDF out of it anyway.
 */
export function fileHeaders(type: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // The browser's own page around a file has its style in it.
    "style-src 'unsafe-inline'",
    ...(type === 'application/pdf' ? ["object-src 'self'"] : ['sandbox']),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return { 'Content-Security-Policy': policy.join('; '), 'Cross-Origin-Resource-Policy': 'same-origin' }
}
