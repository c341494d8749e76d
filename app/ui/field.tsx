import {
  Checkbox,
  ComboboxChevron,
  InputBase,
  NativeSelect,
  Stack,
  TextInput,
} from "@mantine/core";
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";
import { handleLink, LINK_HANDLE } from "~/forms/profile-handle";
import { type FormValue, fieldPath } from "~/forms/read-form";
import { SecondaryButton } from "~/ui/intent-button";
import { useFormReply } from "./form-reply-context";
import { useOnChangeLayout } from "./use-on-change";

/** The props of every field. `name` is the field's name in the specification. */
interface FieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Marks a field that may stay empty; all others are required. */
  optional?: boolean;
}

/** The id of a field's input, for links from the error summary. */
export function fieldId(name: string): string {
  return name.replace(/[^\w-]+/g, "-").replace(/-$/, "");
}

/** The label on screen; optional fields are marked "(optional)". */
export function labelText({ label, optional }: Pick<FieldProps, "label" | "optional">) {
  return optional ? `${label} (optional)` : label;
}

/** Reads the value of a field in nested values, if it is a string or a boolean. */
function valueAt(values: object | undefined, name: string): string | undefined {
  let value: unknown = values;
  for (const step of fieldPath(name) ?? []) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, FormValue>)[step];
  }
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
}

/** The props of a field's input: its value, its error and their ids. */
export function useField({ name, label, hint, optional }: FieldProps) {
  const { values, errors, focusField } = useFormReply();
  return {
    id: fieldId(name),
    name,
    autoFocus: focusField === name || undefined,
    label: labelText({ label, optional }),
    description: hint,
    error: errors[name]?.text,
    required: undefined,
    defaultValue: valueAt(values, name) ?? "",
  };
}

/** Whether a checkbox is ticked: by its saved boolean, or by what a form posted. */
function isChecked(value: string | undefined): boolean {
  return value === "true" || value === "on";
}

/**
 * Runs `onReplaced` whenever a reply or an edit replaced the form's values. Fields are uncontrolled and must
 * be updated by hand; never on the first run, which would wipe input made before the scripts loaded. A layout
 * effect, so that no input made after the render is lost.
 */
export function useValuesReplaced(onReplaced: () => void): void {
  const { values } = useFormReply();
  useOnChangeLayout(values, onReplaced);
}

/** Puts a new value of the form into an uncontrolled input. */
function useSynced(
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
  value: string,
): void {
  useValuesReplaced(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  });
}

type Extra<T> = Omit<T, keyof FieldProps | "error" | "description" | "ref">;

/** What browsers may fill in is said by `autoComplete`. */
export function TextField(props: FieldProps & Extra<ComponentProps<typeof TextInput>>) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  return <TextInput ref={input} type="text" autoComplete="off" {...field} {...rest} />;
}

export const EmailField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="email" inputMode="email" spellCheck={false} {...props} />
);

/** A text field for a web address; optional by default. */
export function LinkField(props: FieldProps) {
  const { name } = props;
  const { error, defaultValue } = useField(props);
  const [typed, setTyped] = useState<string>();
  useValuesReplaced(() => setTyped(undefined));
  const link = error ? handleLink(name, typed ?? defaultValue) : undefined;
  // Not type="url": browsers then demand https://, and people paste links without it.
  return (
    <Stack gap="xs">
      <TextField
        optional
        {...props}
        onInput={(event) => setTyped(event.currentTarget.value)}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
      />
      {link && (
        <div>
          <SecondaryButton intent={`${LINK_HANDLE}:${name}`}>
            Use {link.replace("https://www.", "")}
          </SecondaryButton>
        </div>
      )}
    </Stack>
  );
}

export function TextAreaField(props: FieldProps & Extra<ComponentProps<"textarea">>) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  // Mantine's own Textarea, without the script that lets it grow.
  return <InputBase component="textarea" multiline ref={input} {...field} rows={5} {...rest} />;
}

type SelectFieldProps = FieldProps &
  Extra<ComponentProps<typeof NativeSelect>> & {
    /** Instead of `data`: the options as HTML, by `optionList`. */
    options?: string;
  };

/** A native select. */
export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, optional, options, ...rest } = props;
  const input = useRef<HTMLSelectElement>(null);
  const field = useField({ name, label, hint, optional });
  useSynced(input, field.defaultValue);
  if (options === undefined) return <NativeSelect ref={input} {...field} {...rest} />;
  return (
    <InputBase
      component="select"
      ref={input}
      pointer
      rightSection={<ComboboxChevron size="md" />}
      rightSectionPointerEvents="none"
      {...field}
      {...rest}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is written.
      dangerouslySetInnerHTML={{ __html: options }}
    />
  );
}

export function CheckField(props: FieldProps & Omit<Extra<ComponentProps<typeof Checkbox>>, "id">) {
  const { name, label, hint, optional, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const { id, defaultValue, error } = useField({ name, label, hint, optional });
  useValuesReplaced(() => {
    if (input.current) input.current.checked = isChecked(defaultValue);
  });
  return (
    <Checkbox
      ref={input}
      id={id}
      name={name}
      label={label}
      description={hint}
      error={error && <span id={`${id}-error`}>{error}</span>}
      defaultChecked={isChecked(defaultValue)}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      {...rest}
    />
  );
}

/** A hidden value of the form, posted with it. */
export function HiddenField({ name }: { name: string }) {
  const { defaultValue } = useField({ name, label: "" });
  return <input type="hidden" name={name} value={defaultValue} />;
}
