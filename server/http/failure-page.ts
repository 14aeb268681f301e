import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as m from '#messages'
import type { AppEnv } from './context.ts'

/** The app's look with a minimum of CSS, since this page loads no style sheet. See web/ui/colours.css. */
const STYLE = `
:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif;
  color: light-dark(oklch(0.27 0.035 55), oklch(0.945 0.022 88)); background: light-dark(oklch(0.95 0.024 86), oklch(0.2 0.014 130)) }
body { display: grid; place-content: center; min-height: 100dvh; margin: 0; padding: 1.5rem; box-sizing: border-box }
main { max-width: 26rem }
img { display: block; width: 3.5rem; height: 3.5rem; margin-bottom: 1.25rem }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance }
p { margin: 0 0 1.5rem }
a { display: inline-block; padding: .6rem 1.25rem; border-radius: .75rem; font-weight: 600; text-decoration: none;
  color: light-dark(oklch(0.985 0.016 95), oklch(0.2 0.03 150)); background: light-dark(oklch(0.385 0.078 156), oklch(0.82 0.105 150)) }
a:focus-visible { outline: 3px solid light-dark(oklch(0.5 0.15 40), oklch(0.84 0.12 65)); outline-offset: 3px }`

const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** A failure as an HTML page, for somebody who has followed a link to a file. */
export async function respondWithFailurePage(
  c: Context<AppEnv>,
  message: string,
  status: ContentfulStatusCode,
): Promise<Response> {
  c.header('Content-Security-Policy', POLICY)
  c.header('Cache-Control', 'no-store')
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${m.api_errors_document_page_title()}</title>
${raw(`<style>${STYLE}</style>`)}
</head>
<body>
<main>
<img src="/favicon.svg" alt="">
<h1>${m.api_errors_document_page_heading()}</h1>
<p>${message}</p>
<a href="/">${m.api_errors_document_page_back()}</a>
</main>
</body>
</html>`,
    status,
  )
}
