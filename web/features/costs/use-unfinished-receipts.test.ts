import { expect, test } from 'vitest'
import { unfinishedWords } from './use-unfinished-receipts.ts'

test('an expense is not saved or closed without its receipts before that is said', () => {
  expect(unfinishedWords({ active: 0, failed: 0 }, 'save')).toBe('')
  expect(unfinishedWords({ active: 0, failed: 0 }, 'close')).toBe('')
  expect(unfinishedWords({ active: 0, failed: 1 }, 'save')).toBe(
    '1 receipt wasn’t added. Save again without it, or try again.',
  )
  expect(unfinishedWords({ active: 0, failed: 2 }, 'close')).toBe(
    '2 receipts weren’t added. Close again without them, or try again.',
  )
  expect(unfinishedWords({ active: 1, failed: 1 }, 'close')).toBe(
    '1 receipt is still uploading. Wait, or close again without it.',
  )
})
