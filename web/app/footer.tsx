import type { MouseEvent } from 'react'
import * as m from '#messages'

const links = {
  about: m.account_footer_about(),
  features: m.account_footer_features(),
  contact: m.account_footer_contact(),
  privacy: m.account_footer_privacy(),
  terms: m.account_footer_terms(),
}

/** The footer of every page. Its links are placeholders that lead nowhere yet. */
export function Footer() {
  return (
    <footer className="mt-8 border-t border-line bg-surface/85 py-6 text-sm text-muted print:hidden">
      <div className="mx-auto grid max-w-6xl gap-2 px-4">
        <p className="sign text-base text-text">{m.account_footer_beta()}</p>
        <nav aria-label={m.account_footer_label()}>
          <ul className="-mx-2 flex flex-wrap">
            {Object.entries(links).map(([id, label]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={preventNavigation}
                  className="touch inline-flex items-center justify-center px-2 underline-offset-4 hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <p>{m.account_footer_copyright({ year: new Date().getFullYear() })}</p>
          <p>{m.account_footer_made()}</p>
          <p>{m.account_footer_version()}</p>
          <p>{m.account_footer_updates()}</p>
        </div>
      </div>
    </footer>
  )
}

function preventNavigation(event: MouseEvent) {
  event.preventDefault()
}
