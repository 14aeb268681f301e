import * as z from 'zod/mini'
import { cleanFileName } from '../file-name.ts'
import { MAX_RECEIPT_NAME, receipt } from '../plan/costs.ts'

export const receiptResponse = z.object({ receipt })

/** The name of a receipt's file. */
export function receiptName(fileName: string): string {
  return cleanFileName(fileName, MAX_RECEIPT_NAME)
}

/**
 * Where a receipt's file is uploaded (`PUT`, with the file as the body). The browser makes the id, so a retried upload
 * makes one receipt.
 */
export function receiptUploadPath(tripId: string, receiptId: string, fileName: string): string {
  return `/api/trips/${tripId}/receipts/${receiptId}?file_name=${encodeURIComponent(receiptName(fileName))}`
}

export const RECEIPT_ROOT = '/files/receipts'

/** Where people who plan the trip view a receipt. */
export function receiptPath(tripId: string, receiptId: string): string {
  return `${RECEIPT_ROOT}/${tripId}/${receiptId}`
}
