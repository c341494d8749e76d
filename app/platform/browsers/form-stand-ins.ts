/** The last pressed button; a key that submits a form presses its first one. */
let pressedButton: HTMLElement | undefined;

function recordPress({ target }: Event): void {
  const button = target instanceof Element ? target.closest("button, input") : null;
  pressedButton = button instanceof HTMLElement ? button : undefined;
}

function pressedButtonOf(form: EventTarget | null): HTMLElement | null {
  const isOfForm =
    (pressedButton instanceof HTMLButtonElement || pressedButton instanceof HTMLInputElement) &&
    pressedButton.form === form &&
    /^(?:submit|image)$/.test(pressedButton.type);
  return isOfForm ? (pressedButton ?? null) : null;
}

/** Safari of iOS 15.0 to 15.3 has a submitter only for inputs. */
function polyfillSubmitter(page: Document): void {
  const nativeGetter = Object.getOwnPropertyDescriptor(SubmitEvent.prototype, "submitter")?.get;
  page.addEventListener("click", recordPress, true);
  Object.defineProperty(SubmitEvent.prototype, "submitter", {
    configurable: true,
    get(this: SubmitEvent): HTMLElement | null {
      const nativeSubmitter: unknown = nativeGetter?.call(this);
      return nativeSubmitter instanceof HTMLElement
        ? nativeSubmitter
        : pressedButtonOf(this.target);
    },
  });
}

/** `form.requestSubmit`, which Safari has since iOS 16. */
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

export function polyfillForms(page: Document): void {
  polyfillSubmitter(page);
  const form = HTMLFormElement.prototype;
  if (!Reflect.has(form, "requestSubmit")) Object.assign(form, { requestSubmit });
}
