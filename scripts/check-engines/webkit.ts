import { asText, type Driver } from './driver.ts'
import { Program } from './program.ts'

/** WebDriver's key for element references. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK's MiniBrowser over WebDriver (https://www.w3.org/TR/webdriver2/), on a virtual screen. */
export async function openWebKit(driver: string, miniBrowser: string): Promise<Driver> {
  // Xvfb prints the number of the display that it uses.
  const screen = new Program(['Xvfb', '-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'])
  const DISPLAY = `:${await screen.waitForOutput(/^(\d+)\n/m)}`
  const port = 20_000 + (process.pid % 20_000)
  const program = new Program([driver, '--host=127.0.0.1', `--port=${port}`], {
    DISPLAY,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
  })
  const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
  const { sessionId } = (await retryUntilReady(() =>
    send('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            binary: miniBrowser,
            args: ['--automation', '--javascript-can-open-windows-automatically=true'],
          },
        },
      },
    }),
  )) as { sessionId: string }
  const session = `/session/${sessionId}`
  // The first window has a toolbar that is wider than a phone. A window that a page opens has none.
  await send('POST', `${session}/execute/sync`, {
    script: "open('about:blank', '_blank', 'toolbar=no,location=no,menubar=no,status=no,width=390,height=844')",
    args: [],
  })
  const first = await send('GET', `${session}/window`)
  const handles = (await send('GET', `${session}/window/handles`)) as string[]
  await send('POST', `${session}/window`, { handle: handles.find((handle) => handle !== first) })
  const call = (script: string, args: readonly unknown[]) => send('POST', `${session}/execute/async`, { script, args })

  /** What the window has around its page. It is known only once a page is shown in it. */
  let frame = { width: 0, height: 0 }
  /** The size of the page, once it has stopped changing: the window gets its size a moment after the answer. */
  const innerSize = async () => {
    let last = ''
    for (;;) {
      const size = (await call('setTimeout(() => arguments[0]([innerWidth, innerHeight]), 60)', [])) as [number, number]
      if (size.join() === last) return { width: size[0], height: size[1] }
      last = size.join()
    }
  }

  return {
    name: 'WebKit',
    navigate: async (url) => void (await send('POST', `${session}/url`, { url })),
    evaluate: async (inPage, ...args) => {
      const answer = (await call(
        `const [args, done] = arguments
         Promise.resolve().then(() => ${asText(inPage)}(...args)).then((value) => done({ value: value ?? null }), (e) => done({ failure: String(e) }))`,
        [args],
      )) as { value: never; failure?: string }
      if (answer.failure !== undefined) throw new Error(answer.failure)
      return answer.value
    },
    act: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    choose: async (selector, files) => {
      const found = (await send('POST', `${session}/element`, { using: 'css selector', value: selector })) as Record<
        string,
        string
      >
      await send('POST', `${session}/element/${found[ELEMENT]}/value`, { text: files.join('\n') })
    },
    resize: async (width, height) => {
      // The window has a least width. Then the page is a little wider than asked for.
      let last = 0
      for (let tries = 0; tries < 5; tries++) {
        await send('POST', `${session}/window/rect`, {
          x: 0,
          y: 0,
          width: width + frame.width,
          height: height + frame.height,
        })
        const inner = await innerSize()
        if ((inner.width === width && inner.height === height) || inner.width === last) return
        last = inner.width
        frame = { width: frame.width + width - inner.width, height: frame.height + height - inner.height }
      }
    },
    screenshot: async () => Buffer.from((await send('GET', `${session}/screenshot`)) as string, 'base64'),
    end: async () => {
      await send('DELETE', session).catch(() => {})
      await program.end()
      await screen.end()
    },
  }
}

/** Retries until the driver answers: it prints nothing when it is ready. */
async function retryUntilReady<Value>(send: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (failure) {
      if (!(failure instanceof TypeError) || attempt === 100) throw failure
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
