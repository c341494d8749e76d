/** The first button of a form, which browsers press on Enter in any field. Hidden from sight. */
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
