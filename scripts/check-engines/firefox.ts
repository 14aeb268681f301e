import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asText, type Driver } from './driver.ts'
import { Program } from './program.ts'

/** No requests to other hosts, and no dialogs. */
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': 'data:,',
}

const ANSWERS_WITHIN_MS = 120_000

interface Answer {
  id: number
  type: 'success' | 'error'
  result: Record<string, unknown>
  message?: string
}

/** Firefox over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which is built in. */
export async function openFirefox(binary: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'wayfare-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const program = new Program([
    binary,
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
  ])
  const socket = await connect(`${await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/)}/session`)
  const send = sender(socket)
  // A page with changes that are not saved asks before it is left.
  const unhandledPromptBehavior = { default: 'dismiss', beforeUnload: 'accept' }
  await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior } } })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context as string

  const call = async (functionDeclaration: string, args: readonly unknown[], resultOwnership = 'none') => {
    const answer = await send('script.callFunction', {
      functionDeclaration,
      arguments: args.map((value) => ({ type: 'string', value: JSON.stringify(value) })),
      target: { context },
      awaitPromise: true,
      userActivation: true,
      resultOwnership,
    })
    if (answer['type'] === 'exception') throw new Error((answer['exceptionDetails'] as { text: string }).text)
    return answer['result'] as { type: string; value?: string; sharedId?: string }
  }

  return {
    name: 'Firefox',
    navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (inPage, ...args) => {
      const { value } = await call(
        `async (...args) => JSON.stringify((await ${asText(inPage)}(...args.map(JSON.parse))) ?? null)`,
        args,
      )
      return JSON.parse(value as string)
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    choose: async (selector, files) => {
      const { sharedId } = await call('(selector) => document.querySelector(JSON.parse(selector))', [selector])
      await send('input.setFiles', { context, element: { sharedId }, files })
    },
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    screenshot: async () =>
      Buffer.from((await send('browsingContext.captureScreenshot', { context }))['data'] as string, 'base64'),
    end: async () => {
      socket.close()
      await program.end()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function connect(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${address}`)), { once: true })
  })
  return socket
}

function sender(socket: WebSocket) {
  let last = 0
  const pending = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    pending.get(answer.id)?.(answer)
    pending.delete(answer.id)
  })
  return async (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1
    const id = last
    const answered = new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${method}: no answer within ${ANSWERS_WITHIN_MS} ms`)),
        ANSWERS_WITHIN_MS,
      )
      pending.set(id, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
    socket.send(JSON.stringify({ id, method, params }))
    const { type, result, message } = await answered
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result
  }
}
