import { isApplePhoneOrTablet } from '#web/browser/apple-device.ts'

const ALWAYS = 'image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf'

/**
 * The `accept` of a field for receipts. Phones also offer their camera for it. An iPhone or iPad converts its own HEIC
 * photos to JPEG, unless the field accepts HEIC; elsewhere a HEIC file could not be chosen otherwise.
 */
export const acceptedReceipts = (): string =>
  isApplePhoneOrTablet() ? ALWAYS : `${ALWAYS},image/heic,image/heif,.heic,.heif`
