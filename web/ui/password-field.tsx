import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import * as m from '#messages'
import { Field, type FieldTexts, fieldLook } from './field.tsx'
import { IconButton } from './icon-button.tsx'

type PasswordFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id' | 'type'>

/** A password, hidden until the button next to it shows it. Set `autoComplete` to say which one it is. */
export function PasswordField({ label, hint, error, hideLabel, className, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, className }} hideLabel={hideLabel ?? false}>
      {(wiring) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            className={`${fieldLook} pr-12`}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? m.common_password_hide() : m.common_password_show()}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0"
          />
        </div>
      )}
    </Field>
  )
}
