import { Input, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { type FormValue, fieldPath } from "~/forms/read-form";
import { useStepReply } from "./step-reply";

/** What every field of a form takes. `name` is the field's name in the specification. */
export interface FieldProps {
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
export function valueAt(values: object | undefined, name: string): string | undefined {
  let value: unknown = values;
  for (const step of fieldPath(name) ?? []) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string | number, FormValue>)[step];
  }
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
}

/** What a field shows: its value as typed or as saved, and its error, wired for screen readers. */
export function useField({ name, label, hint, optional }: FieldProps) {
  const { values, errors } = useStepReply();
  return {
    id: fieldId(name),
    name,
    label: labelText({ label, optional }),
    description: hint,
    error: errors[name],
    required: undefined,
    defaultValue: valueAt(values, name) ?? "",
  };
}

type Extra<T> = Omit<T, keyof FieldProps | "error" | "description">;

/** One line of text. */
export function TextField(props: FieldProps & Extra<ComponentProps<typeof TextInput>>) {
  const { name, label, hint, optional, ...rest } = props;
  return <TextInput {...useField({ name, label, hint, optional })} {...rest} />;
}

/** Several lines of text. */
export function TextAreaField(props: FieldProps & Extra<ComponentProps<typeof Textarea>>) {
  const { name, label, hint, optional, ...rest } = props;
  return <Textarea {...useField({ name, label, hint, optional })} rows={5} {...rest} />;
}

/** A choice from a list, by the platform's own control. */
export function SelectField(props: FieldProps & Extra<ComponentProps<typeof NativeSelect>>) {
  const { name, label, hint, optional, ...rest } = props;
  return <NativeSelect {...useField({ name, label, hint, optional })} {...rest} />;
}

/** Label, hint and error around a control that is not Mantine's. */
export function FieldFrame(props: FieldProps & { children: ReactNode }) {
  const { id, label, description, error } = useField(props);
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      {props.children}
    </Input.Wrapper>
  );
}
