import { describe, expect, it } from 'vitest'
import { receiptName, receiptPath, receiptUploadPath } from './api/receipts.ts'
import { MAX_RECEIPT_NAME, newExpense, receipt } from './plan/costs.ts'
import { listReceipts } from './receipts.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const receiptOf = (n: number) => ({ id: id(n), file_name: `${n}.png` })

describe('receipts', () => {
  it('are listed once each, in the order of the expenses', () => {
    const expenses = [
      { ...newExpense(id(8), 'CAD', id(7)), receipts: [receiptOf(1), receiptOf(2)] },
      newExpense(id(6), 'CAD', id(7)),
      { ...newExpense(id(9), 'CAD', id(7)), receipts: [receiptOf(3), receiptOf(1)] },
    ]
    expect(listReceipts({ expenses })).toEqual([receiptOf(1), receiptOf(2), receiptOf(3)])
    expect(listReceipts({ expenses: [] })).toEqual([])
  })

  it.each(['dinner.png', `${'x'.repeat(300)}.jpeg`, '', '../../etc/passwd', '🏕'.repeat(150), 'two\nlines\t.pdf'])(
    'have names that the plan accepts: %j',
    (name) => {
      const file_name = receiptName(name)
      expect(file_name.length).toBeLessThanOrEqual(MAX_RECEIPT_NAME)
      expect(receipt.parse({ id: id(1), file_name })).toEqual({ id: id(1), file_name })
      expect(new URL(receiptUploadPath(id(2), id(1), name), 'https://a.test').searchParams.get('file_name')).toBe(
        file_name,
      )
    },
  )

  it('have an address in their trip', () => {
    expect(receiptPath(id(2), id(1))).toBe(`/files/receipts/${id(2)}/${id(1)}`)
  })
})
