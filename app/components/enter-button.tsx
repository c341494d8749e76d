/**
 * What Enter means in any field of a form: browsers press its first button. Stands before all others,
 * out of sight.
 */
export function EnterButton({ intent, children }: { intent: string; children: string }) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className="unseen"
      tabIndex={-1}
      aria-hidden="true"
    >
      {children}
    </button>
  );
}
