const amounts = /(\d+(?:[.,]\d+)? (?:(?:m?L|k?g|[ckm]?m|lb|oz|h|min|AM|PM)\b|°[CF]?))/

/** Renders a text unchanged, but keeps a number on one line with its unit: '1 L', '675 g'. */
export function UnbrokenAmounts({ text }: { text: string }) {
  const parts = text.split(amounts)
  if (parts.length === 1) return text
  // Every other part is an amount.
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: plain texts have no ids
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
