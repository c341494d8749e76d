import { type ComponentProps, type ReactNode, type RefObject, useRef } from "react";
import { type FormValue, fieldPath } from "~/forms/read-form";
import { Checkbox } from "./choices";
import { NativeSelect, TextArea, TextInput } from "./controls";
import { useFormReply } from "./form-reply-context";
import { useOnChangeLayout } from "./use-on-change";

/** What every field of a form takes. `name` is the field's name in the specification. */
interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Marks a field that may stay empty; everything else is needed. */
  optional?: boolean;
}

/** The id of a field's input, for links from the error summary. */
export function fieldId(name: string): string {
  return name.replace(/[^\w-]+/g, "-").replace(/-$/, "");
}

/** The label as shown: optional fields say so in words. */
export function labelText({ label, optional }: Pick<FieldProps, "label" | "optional">) {
  return optional ? `${label} (optional)` : label;
}

/** The value at a field's name in nested values, when it is a text or a truth. */
function valueAt(values: object | undefined, name: string): string | undefined {
  let value: unknown = values;
  for (const step of fieldPath(name) ?? []) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, FormValue>)[step];
  }
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
}

/** What a field shows: its value as typed or as saved, and its error, wired for screen readers. */
export function useField({ name, label, hint, optional }: FieldProps) {
  const { values, errors, first } = useFormReply();
  return {
    id: fieldId(name),
    name,
    autoFocus: first === name || undefined,
    label: labelText({ label, optional }),
    description: hint,
    error: errors[name]?.text,
    required: undefined,
    defaultValue: valueAt(values, name) ?? "",
  };
}

/** Whether a checkbox is set: by its saved truth, or as a form posted it. */
function isOn(value: string | undefined): boolean {
  return value === "true" || value === "on";
}

/**
 * Runs `put` whenever the form's values were replaced, by a reply or an edit. Fields keep what is
 * typed in the page itself, so they must be told; never on the first run, which would wipe what
 * was typed before the scripts came. Told any later than the values are drawn, a field would lose what
 * was done in it meanwhile.
 */
export function useValuesReplaced(put: () => void): void {
  const { values } = useFormReply();
  useOnChangeLayout(values, put);
}

/** Puts a new value of the form into an input that keeps its own. */
function useSynced(
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
  value: string,
): void {
  useValuesReplaced(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  });
}

type Extra<T> = Omit<T, keyof FieldProps | "error" | "description" | "ref">;

/** One line of text. */
export function TextField(props: FieldProps & Extra<ComponentProps<typeof TextInput>>) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  return <TextInput ref={input} {...field} {...rest} />;
}

/** A web address, as people paste it; it may stay empty unless told otherwise. */
export function LinkField(props: FieldProps) {
  // Not type="url": browsers then demand https://, and people paste links without it.
  return (
    <TextField
      optional
      {...props}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}

/** Several lines of text. */
export function TextAreaField(props: FieldProps & Extra<ComponentProps<"textarea">>) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  return <TextArea ref={input} {...field} rows={5} {...rest} />;
}

/** A choice from a list, by the platform's own control. */
export function SelectField(props: FieldProps & Extra<ComponentProps<typeof NativeSelect>>) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLSelectElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  return <NativeSelect ref={input} {...field} {...rest} />;
}

/** Something that is so or not so. */
export function CheckField(props: FieldProps & Omit<Extra<ComponentProps<typeof Checkbox>>, "id">) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const { id, defaultValue, error } = useField({ name, label, hint, optional });
  useValuesReplaced(() => {
    if (input.current) input.current.checked = isOn(defaultValue);
  });
  return (
    <Checkbox
      ref={input}
      id={id}
      name={name}
      label={label}
      description={hint}
      error={error && <span id={`${id}-error`}>{error}</span>}
      defaultChecked={isOn(defaultValue)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      {...rest}
    />
  );
}

/** A value of the form that nobody types: it travels along with every post. */
export function HiddenField({ name }: { name: string }) {
  const { defaultValue } = useField({ name, label: "" });
  return <input type="hidden" name={name} value={defaultValue} />;
}
