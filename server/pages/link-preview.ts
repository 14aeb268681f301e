import { html } from 'hono/html'
import * as m from '#messages'

/** Where the picture of a link is. It is drawn in scripts/pictures/link-preview.svg. */
export const PREVIEW_PICTURE = '/link-preview.png'

/** The documents that a chat gets for a link, since it is signed out, and what it shows of the link. */
const previews = {
  join: { title: m.sharing_preview_join_title, text: m.sharing_preview_join_text },
  'trip-link': { title: m.sharing_preview_trip_title, text: m.sharing_preview_trip_text },
}
export type PreviewedPage = keyof typeof previews

export const isPreviewed = (page: string): page is PreviewedPage => Object.hasOwn(previews, page)

/**
 * Adds the tags by which chats show a link: a title, a sentence and a picture. They are the same for all trips, so
 * that a link tells a chat nothing about its trip.
 * @param origin of this server, since chats need absolute addresses
 */
export function withLinkPreview(document: string, page: PreviewedPage, origin: string): string {
  const title = previews[page].title()
  const text = previews[page].text()
  const picture = `${origin}${PREVIEW_PICTURE}`
  const tags = html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${m.common_app_name()}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${text}">
<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${m.sharing_preview_picture()}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${text}">
<meta name="twitter:image" content="${picture}">`
  return document.replace('</head>', () => `${tags}</head>`)
}
