import { onTestFinished, vi } from 'vitest'
import type { Later } from '#web/ui/loading/use-loaded.ts'

/** Makes code load again where it is needed next. Otherwise it is there from the first test on. */
export async function unload<Code>(later: Later<Code>): Promise<void> {
  await later.load()
  const { code } = later
  later.code = undefined
  vi.spyOn(later, 'load').mockImplementation(async () => {
    later.code = code
  })
  onTestFinished(() => {
    later.code = code
  })
}
