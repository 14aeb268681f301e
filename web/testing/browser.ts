import '#web/ui/styles.css'
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { AppError } from '#domain/errors.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { trackPresses } from '#web/ui/last-press.ts'
import { closeScreen, responses } from './open-trip.tsx'

/*
 * What each test of a screen starts from and ends with: no server, so a request is a mistake, as is what is printed.
 */

// As main.tsx and signed-in.tsx do.
trackPresses()
keepFocus()

const consoleMethods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
let mistakes: string[] = []

for (const method of consoleMethods) {
  console[method] = (...args: unknown[]) => void mistakes.push(`console.${method}: ${args.map(String).join(' ')}`)
}
const fetchAsset = window.fetch
window.fetch = async (input, init) => {
  const path = input instanceof Request ? input.url : String(input)
  const { pathname, searchParams } = new URL(path, location.href)
  // The bundled map is a part of the app.
  if (pathname.endsWith('/base-map.pmtiles')) return fetchAsset(input, init)
  const respond = responses.get(path) ?? responses.get(pathname)
  // So are the airports. A test may say that there are none.
  if (!respond && pathname.endsWith('/airports.txt')) return fetchAsset(input, init)
  if (respond) {
    const body = init?.body ? JSON.parse(String(init.body)) : undefined
    const answer = respond(body, searchParams, init?.method ?? 'GET')
    return answer.then((value) => Response.json(value), refusal)
  }
  mistakes.push(`requested: ${path}`)
  throw new TypeError('Screens are tested without a server')
}

/** As the server refuses a request. Anything else that is thrown is a network that fails. */
function refusal(failure: Error): Response {
  if (!(failure instanceof AppError) || failure.code === 'unreachable') throw failure
  const { code, message } = failure
  return Response.json({ error: { code, message } }, { status: 409 })
}

const { href } = location

beforeEach(async () => {
  history.replaceState(null, '', href)
  localStorage.clear()
  sessionStorage.clear()
  // The one of vitest.config.ts: the test before may have changed it.
  await page.viewport(1280, 800)
})

afterEach(() => {
  closeScreen()
  const made = mistakes
  mistakes = []
  expect(made, 'printed or requested, and not expected').toEqual([])
})
