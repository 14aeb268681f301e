import { AppError } from '#domain/errors.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { trackPresses } from '#web/ui/last-press.ts'
import { responses } from './open-trip.tsx'
import { FakeXMLHttpRequest } from './uploads.ts'

/*
 * The page in which screens are tested has no server: a request is a mistake, as is what is printed. Set up once, for
 * all test files that share the page.
 */

// As main.tsx and signed-in.tsx do.
trackPresses()
keepFocus()

/** Where every test starts. */
export const home = location.href

let mistakes: string[] = []

/** Returns what was printed or requested since the last call, and not expected. */
export function takeMistakes(): string[] {
  const made = mistakes
  mistakes = []
  return made
}

for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
  console[method] = (...args: unknown[]) => void mistakes.push(`console.${method}: ${args.map(String).join(' ')}`)
}

const fetchAsset = window.fetch
window.fetch = async (input, init) => {
  const path = input instanceof Request ? input.url : String(input)
  const { pathname, searchParams } = new URL(path, location.href)
  const respond = responses.get(path) ?? responses.get(pathname)
  if (respond) {
    const body = init?.body ? JSON.parse(String(init.body)) : undefined
    const answer = respond(body, searchParams, init?.method ?? 'GET')
    return answer.then((value) => Response.json(value), refusal)
  }
  // The bundled map, the airports and the libraries are parts of the app, unless a test says that they are missing.
  if (/\/(base-map\.pmtiles|airports\.txt)$|^\/node_modules\//.test(pathname)) return fetchAsset(input, init)
  // A page whose clock says that it was opened an hour ago asks for the newest version of the app, which is this one.
  if (path === location.href && init?.cache === 'reload') return new Response()
  mistakes.push(`requested: ${path}`)
  throw new TypeError('Screens are tested without a server')
}

Object.assign(window, { XMLHttpRequest: FakeXMLHttpRequest })

// Maps of others are not loaded.
const policy = document.head.appendChild(document.createElement('meta'))
policy.httpEquiv = 'Content-Security-Policy'
policy.content = "frame-src 'none'"

/** As the server refuses a request. Anything else that is thrown is a network that fails. */
function refusal(failure: Error): Response {
  if (!(failure instanceof AppError) || failure.code === 'unreachable') throw failure
  const { code, message } = failure
  return Response.json({ error: { code, message } }, { status: 409 })
}
