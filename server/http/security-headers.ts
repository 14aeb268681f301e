import type { Settings } from '../settings/settings.ts'

/** For every response: no sniffing, no use by other sites, no Referer, and HTTPS for a year if it is in use. */
export const responseHeaders = ({ publicUrl }: Pick<Settings, 'publicUrl'>): [string, string][] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ...(publicUrl?.protocol === 'https:' ? [['Strict-Transport-Security', 'max-age=31536000'] as [string, string]] : []),
]

const PHOTOS = 'https://images.unsplash.com'

/**
 * For the app's pages: scripts, styles and fonts only from this origin; photographs from the stock-photo host; embedded
 * maps from whatever address the person has set, in a sandboxed frame. Data comes from this origin, from those of the
 * detailed map and, if browsers call the AI provider themselves, from there.
 */
export function documentHeaders({ ai, map }: Pick<Settings, 'ai' | 'map'>): [string, string][] {
  const maps = map?.origins ?? []
  const providers = ai?.browserKey === undefined ? [] : [new URL(ai.baseUrl).origin]
  return [
    [
      'Content-Security-Policy',
      [
        "default-src 'none'",
        // WebAssembly reads the codes of boarding passes. JavaScript from texts stays forbidden.
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "font-src 'self'",
        `img-src ${["'self'", 'data:', PHOTOS, ...maps].join(' ')}`,
        `connect-src ${["'self'", ...providers, ...maps].join(' ')}`,
        "manifest-src 'self'",
        "worker-src 'self'",
        'frame-src http: https:',
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ].join('; '),
    ],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(self), geolocation=(self), microphone=()'],
  ]
}

/**
 * For uploaded files: the browser shows them, but nothing in them runs, loads or sends anything. PDFs are not sandboxed
 * as well: Safari would then show nothing, and Chromium takes them out of the sandbox anyway.
 */
export function fileHeaders(type: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // The browser's own viewer has inline styles.
    "style-src 'unsafe-inline'",
    ...(type === 'application/pdf' ? ["object-src 'self'"] : ['sandbox']),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return { 'Content-Security-Policy': policy.join('; '), 'Cross-Origin-Resource-Policy': 'same-origin' }
}
