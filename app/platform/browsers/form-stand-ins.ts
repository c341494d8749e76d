/** The button that was pressed last: a key that sends a form presses its first one. */
let pressedButton: HTMLElement | undefined;

function recordPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest("button, input") : null;
  pressedButton = button instanceof HTMLElement ? button : undefined;
}

/** Which of a form's buttons has sent it, as far as presses tell. */
function pressedButtonOf(form: EventTarget | null): HTMLElement | null {
  const isOfForm =
    (pressedButton instanceof HTMLButtonElement || pressedButton instanceof HTMLInputElement) &&
    pressedButton.form === form &&
    /^(?:submit|image)$/.test(pressedButton.type);
  return isOfForm ? (pressedButton ?? null) : null;
}

/** Safari of iOS 15.0 to 15.3 tells of buttons that are inputs alone. */
function polyfillSubmitter(page: Document): void {
  const nativeGetter = Object.getOwnPropertyDescriptor(SubmitEvent.prototype, "submitter")?.get;
  page.addEventListener("click", recordPress, true);
  Object.defineProperty(SubmitEvent.prototype, "submitter", {
    configurable: true,
    get(this: SubmitEvent): HTMLElement | null {
      const nativeSubmitter: unknown = nativeGetter?.call(this);
      return nativeSubmitter instanceof HTMLElement ? nativeSubmitter : pressedButtonOf(this.target);
    },
  });
}

/** Sends a form as if one of its buttons were pressed; Safari has it since iOS 16. */
function requestSubmit(this: HTMLFormElement, submitter?: HTMLElement | null): void {
  if (submitter) {
    submitter.click();
    return;
  }
  const button = this.ownerDocument.createElement("button");
  button.type = "submit";
  button.hidden = true;
  this.appendChild(button);
  button.click();
  button.remove();
}

/** Makes up for what forms lack. */
export function polyfillForms(page: Document): void {
  polyfillSubmitter(page);
  const form = HTMLFormElement.prototype;
  if (!Reflect.has(form, "requestSubmit")) Object.assign(form, { requestSubmit });
}
