import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from "react";

/* Markup of Mantine's choices, checked against Mantine by the test of `controls.tsx`. */

type CheckProps = Omit<ComponentPropsWithoutRef<"input">, "size"> & {
  id: string;
  label: ReactNode;
  description?: ReactNode;
};

export const Checkbox = forwardRef<HTMLInputElement, CheckProps & { error?: ReactNode }>(
  ({ label, description, error, ...rest }, ref) => (
    <div
      className="m_bf2d988c mantine-Checkbox-root m_5f75b09e"
      data-variant="filled"
      data-label-position="right"
    >
      <div className="m_5f6e695e mantine-Checkbox-body">
        <div className="m_26062bec" data-label-position="right">
          <input
            {...rest}
            ref={ref}
            type="checkbox"
            className="m_26063560 mantine-Checkbox-input"
            data-error={error ? true : undefined}
          />
          <svg viewBox="0 0 10 7" fill="none" aria-hidden="true" className="m_bf295423">
            <path d="m1 3.5 2.7 2.5 5.3-5" stroke="currentColor" strokeWidth="1.8" />
          </svg>
        </div>
        <div className="m_d3ea56bb">
          <label className="m_8ee546b8 mantine-Checkbox-label" htmlFor={rest.id}>
            {label}
          </label>
          {description && (
            <p className="m_328f68c0 mantine-Checkbox-description m_fe47ce59">{description}</p>
          )}
          {error && <p className="m_8e8a99cc mantine-InputWrapper-error m_8f816625">{error}</p>}
        </div>
      </div>
    </div>
  ),
);

export function Switch({ label, description, ...rest }: CheckProps) {
  return (
    <div className="m_5f93f3bb mantine-Switch-root m_5f75b09e" data-label-position="right">
      <label className="m_5f6e695e mantine-Switch-body">
        <input
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the rule asks for aria-checked, which "ARIA in HTML" forbids on a checkbox, since its own state is exposed.
          role="switch"
          className="m_926b4011 mantine-Switch-input"
        />
        <span className="m_9307d992 mantine-Switch-track" aria-hidden="true">
          <span className="m_93039a1d mantine-Switch-thumb" />
        </span>
        <span className="m_d3ea56bb">
          <span className="m_8ee546b8 mantine-Switch-label">{label}</span>
          {description && (
            <span className="m_328f68c0 mantine-Switch-description m_fe47ce59">{description}</span>
          )}
        </span>
      </label>
    </div>
  );
}
