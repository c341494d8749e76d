import { JSDOM } from "jsdom";
import { startTransition, useEffect, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { invalidError, missingError } from "~/forms/form-reply";
import { type StepErrors, type StepValidator, useStepErrors } from "./use-step-errors";

const REFUSED: StepErrors = { errors: { proof: invalidError("No PDF") }, summary: [], values: {} };
const TAKEN: StepErrors = { errors: {}, summary: [], values: {} };
const VALUES = {};
const findNothing = () => undefined;

/** A form that shows its errors, and calls `onReply` between a new reply and the effects that follow it. */
function ShownErrors({
  reply,
  onReply,
}: {
  reply: StepErrors;
  onReply: (typed: () => void) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { remaining, onInput } = useStepErrors({ form, values: VALUES, reply, check: findNothing });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply.
  useLayoutEffect(() => onReply(onInput), [reply]);
  return <form ref={form}>{Object.keys(remaining.errors).join()}</form>;
}

let page: JSDOM;
beforeEach(() => {
  page = new JSDOM("<main></main>");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("window", page.window);
  vi.stubGlobal("document", page.window.document);
  vi.stubGlobal("FormData", page.window.FormData);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a reply that comes just before the errors are looked at again has the last word", async () => {
  const main = page.window.document.querySelector("main");
  if (!main) throw new Error("There is no page");
  const root = createRoot(main);
  const show = (reply: StepErrors) =>
    new Promise<void>((shown) => {
      startTransition(() =>
        root.render(
          <ShownErrors
            reply={reply}
            onReply={(typed) => {
              if (reply === REFUSED) typed();
              // The pause after typing ends before React runs the effects of this reply.
              else vi.runAllTimers();
              shown();
            }}
          />,
        ),
      );
    });
  await show(REFUSED);
  expect(main.textContent).toBe("proof");
  await show(TAKEN);
  await vi.waitFor(() => expect(main.textContent).toBe(""));
  root.unmount();
});

const NO_CITY: StepErrors = {
  errors: { city: missingError("City is required") },
  summary: [],
  values: {},
};
const requireCity: StepValidator = (formValues = {}) =>
  formValues.country && !formValues.city ? NO_CITY : undefined;

/** A form of two fields whose rules may not be there yet. */
function TwoFields(props: { check?: StepValidator; onShown: (typed: () => void) => void }) {
  const { check, onShown } = props;
  const form = useRef<HTMLFormElement>(null);
  const { remaining, onInput } = useStepErrors({ form, values: VALUES, reply: NO_CITY, check });
  useEffect(() => onShown(onInput), [onShown, onInput]);
  return (
    <form ref={form}>
      <input name="country" defaultValue="Spain" />
      <input name="city" />
      {Object.keys(remaining.errors).join()}
    </form>
  );
}

test("rules that are loaded after a refusal take back what they find no more", async () => {
  const main = page.window.document.querySelector("main");
  if (!main) throw new Error("There is no page");
  const root = createRoot(main);
  const show = (check?: StepValidator) =>
    new Promise<() => void>((shown) => {
      root.render(<TwoFields {...(check && { check })} onShown={shown} />);
    });
  const type = (country: string, typed: () => void) => {
    const input = main.querySelector("input");
    if (input) input.value = country;
    typed();
    vi.runAllTimers();
  };
  const typed = await show();
  type("", typed);
  await vi.waitFor(() => expect(main.textContent).toBe("city"));
  const typedWithRules = await show(requireCity);
  type("Spain", typedWithRules);
  await vi.waitFor(() => expect(main.textContent).toBe("city"));
  type("", typedWithRules);
  await vi.waitFor(() => expect(main.textContent).toBe(""));
  root.unmount();
});
