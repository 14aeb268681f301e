import { strToU8, zipSync } from 'fflate'

/** A Wallet pass with these contents of pass.json, and other files. */
export function walletPass(pass: unknown, others: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({ 'icon.png': new Uint8Array(40), ...others, 'pass.json': strToU8(JSON.stringify(pass)) })
}

/** What only the issuer and the device may know. */
export const SECRETS = {
  formatVersion: 1,
  passTypeIdentifier: 'pass.com.example.secret',
  teamIdentifier: 'SECRETTEAM',
  serialNumber: 'secret-serial',
  authenticationToken: 'secret-token-0123456789',
  webServiceURL: 'https://example.com/secret-service',
}

/** A flight from Toronto to Montréal, as an airline might describe it. */
export function flightPass(other: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  return {
    ...SECRETS,
    organizationName: 'Air Example',
    description: 'Boarding pass',
    relevantDate: '2026-06-28T08:30-04:00',
    ...other,
    boardingPass: {
      transitType: 'PKTransitTypeAir',
      headerFields: [{ key: 'gate', label: 'GATE', value: 'B22' }],
      primaryFields: [
        { key: 'depart', label: 'TORONTO', value: 'YYZ' },
        { key: 'arrive', label: 'MONTRÉAL', value: 'YUL' },
      ],
      auxiliaryFields: [
        { key: 'passenger', label: 'PASSENGER', value: 'SOUSA/ANA MARIA MS' },
        { key: 'boardingTime', label: 'BOARDING', value: '07:50' },
        { key: 'seat', label: 'SEAT', value: '23A' },
      ],
      secondaryFields: [
        { key: 'flightNumber', label: 'FLIGHT', value: 'AC 0410' },
        { key: 'terminal', label: 'TERMINAL', value: '1' },
      ],
      backFields: [{ key: 'pnr', label: 'Booking reference', value: 'ABC123' }],
      ...fields,
    },
  }
}

export const aztec = (message: string, messageEncoding = 'iso-8859-1') => ({
  format: 'PKBarcodeFormatAztec',
  message,
  messageEncoding,
})

/** The words of a pass, as Apple wants them. */
export function utf16(text: string, isBigEndian = false): Uint8Array {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return Uint8Array.from(
    [0xfeff, ...units].flatMap((unit) => (isBigEndian ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  )
}
