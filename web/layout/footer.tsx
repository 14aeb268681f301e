import type { MouseEvent } from 'react'

const links = ['About', 'Features', 'Contact', 'Privacy', 'Terms']

/** The footer of every page. Its links are placeholders that lead nowhere yet. */
export function Footer() {
  return (
    <footer className="mt-12 border-t border-line bg-surface/85 py-8 text-sm text-muted">
      <div className="mx-auto grid max-w-6xl gap-4 px-4">
        <p className="sign text-base text-text">We're currently in beta — and we'd love your feedback.</p>
        <nav aria-label="Footer">
          <ul className="-mx-2 flex flex-wrap">
            {links.map((label) => (
              <li key={label}>
                <a
                  href={`#${label.toLowerCase()}`}
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
          <p>© {new Date().getFullYear()} Wayfare. All rights reserved.</p>
          <p>Made with love in Canada</p>
          <p>Beta v0.9</p>
          <p>Updates incoming!</p>
        </div>
      </div>
    </footer>
  )
}

function preventNavigation(event: MouseEvent) {
  event.preventDefault()
}
