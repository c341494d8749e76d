import {
  type ComponentPropsWithoutRef,
  type ComponentPropsWithRef,
  type ElementType,
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useId,
} from "react";

/*
 * Mantine's controls as they stand in the page, in its style sheets and with its class names, but
 * without what Mantine runs to draw them: themes and styles worked out for each, a quarter of all
 * script of a step. `controls.test.tsx` holds them, and the choices beside them, to what Mantine draws.
 */

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ");

/** As an attribute that is there or not. */
const mark = (on: unknown) => (on ? true : undefined);

interface ButtonLook {
  /** The quieter of two, or only its words; without it the button is the one to press. */
  variant?: "default" | "subtle";
  rightSection?: ReactNode;
}

type ButtonProps<C extends ElementType> = ButtonLook & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof ButtonLook | "component"
  >;

function PlainButton(
  { component, variant, rightSection, className, children, ...rest }: ButtonProps<ElementType>,
  ref: ForwardedRef<unknown>,
) {
  const Root: ElementType = component ?? "button";
  return (
    <Root
      ref={ref}
      type={Root === "button" ? "button" : undefined}
      {...rest}
      className={classes(className, "m_77c9d27d mantine-Button-root m_87cf2631")}
      data-variant={variant}
      data-disabled={mark(rest.disabled)}
      data-with-right-section={mark(rightSection)}
    >
      <span className="m_80f1301b mantine-Button-inner">
        <span className="m_811560b9 mantine-Button-label">{children}</span>
        {rightSection && (
          <span className="m_a74036a mantine-Button-section" data-position="right">
            {rightSection}
          </span>
        )}
      </span>
    </Root>
  );
}

/** A button, or a link that looks like one. */
export const Button = forwardRef(PlainButton) as <C extends ElementType = "button">(
  props: ButtonProps<C>,
) => ReactElement | null;

/** Words that only a screen reader says. */
export function VisuallyHidden({
  component: Root = "span",
  className,
  ...rest
}: { component?: ElementType } & ComponentPropsWithoutRef<"span">) {
  return <Root {...rest} className={classes("m_515a97f8", className)} />;
}

/** The order in which the parts of a field stand. */
export type FieldOrder = readonly ("label" | "description" | "input" | "error")[];

const ERROR_LAST: FieldOrder = ["label", "description", "input", "error"];

interface WrapperProps {
  label: ReactNode;
  description?: ReactNode;
  descriptionProps?: { className?: string };
  error?: ReactNode;
  inputWrapperOrder?: FieldOrder;
  className?: string;
}

interface InputWrapperProps extends WrapperProps {
  /** Of the input; what belongs to it is named after it. */
  id: string;
  children: ReactNode;
}

const isErrorAbove = (order = ERROR_LAST) => order.indexOf("error") < order.indexOf("input");

/** Label, description and error around an input, which is described by the latter two. */
export function InputWrapper(props: InputWrapperProps) {
  const { id, label, description, descriptionProps, error, className, children } = props;
  const wrong = error && (
    <p className="m_8f816625 mantine-InputWrapper-error" id={`${id}-error`}>
      {error}
    </p>
  );
  const above = isErrorAbove(props.inputWrapperOrder);
  const hint = classes("m_fe47ce59 mantine-InputWrapper-description", descriptionProps?.className);
  return (
    <div className={classes(className, "m_46b77525 mantine-InputWrapper-root")}>
      <label className="m_8fdc1311 mantine-InputWrapper-label" htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      {description && (
        <p className={hint} id={`${id}-description`}>
          {description}
        </p>
      )}
      {above && wrong}
      {children}
      {!above && wrong}
    </div>
  );
}

interface BoxProps extends WrapperProps {
  id?: string;
  /** Puts the input's box into another. */
  inputContainer?: (box: ReactNode) => ReactNode;
  classNames?: { wrapper?: string };
}

type FieldProps<E extends "input" | "textarea" | "select"> = BoxProps &
  Omit<ComponentPropsWithoutRef<E>, keyof BoxProps>;

type InputProps = FieldProps<"input">;

/** What a field's input and its box have in common, whatever kind of input it is. */
function useFieldBox({ id: ownId, ...props }: BoxProps & { "aria-describedby"?: string }) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const { description, error, inputWrapperOrder, classNames } = props;
  const descriptionIds = [error && `${id}-error`, description && `${id}-description`];
  const above = isErrorAbove(inputWrapperOrder);
  const box = {
    className: classes(classNames?.wrapper, "m_6c018570 mantine-Input-wrapper"),
    "data-variant": "default",
    "data-error": mark(error),
    "data-above": mark(description || (error && above)),
    "data-below": mark(error && !above),
  };
  const input = {
    className: "m_8fb7ebe7 mantine-Input-input",
    id,
    "data-variant": "default",
    "data-error": mark(error),
    "aria-invalid": Boolean(error),
    "aria-describedby": descriptionIds.filter(Boolean).join(" ") || props["aria-describedby"],
  };
  return { id, box, input };
}

/** What is the field's, and what its input's. */
function parted<P extends BoxProps>(props: P) {
  const { label, description, descriptionProps, error, inputWrapperOrder, className, ...more } =
    props;
  const { inputContainer = (box: ReactNode) => box, classNames: _, ...rest } = more;
  const frame = { label, description, descriptionProps, error, inputWrapperOrder, className };
  return { frame, rest, inputContainer };
}

/** One line of text. */
export const TextInput = forwardRef<HTMLInputElement, InputProps>((props, ref) => {
  const { id, box, input } = useFieldBox(props);
  const { frame, rest, inputContainer } = parted(props);
  return (
    <InputWrapper {...frame} id={id}>
      {inputContainer(
        <div {...box}>
          <input type="text" {...rest} {...input} ref={ref} />
        </div>,
      )}
    </InputWrapper>
  );
});

/** Several lines of text. */
export const TextArea = forwardRef<HTMLTextAreaElement, FieldProps<"textarea">>((props, ref) => {
  const { id, box, input } = useFieldBox(props);
  const { frame, rest } = parted(props);
  return (
    <InputWrapper {...frame} id={id}>
      <div {...box} data-multiline>
        <textarea {...rest} {...input} ref={ref} />
      </div>
    </InputWrapper>
  );
});

interface Choice {
  value: string;
  label: string;
}

type SelectProps = FieldProps<"select"> & {
  data?: readonly (Choice | string | { group: string; items: readonly Choice[] })[];
  /** Instead, for a long list: its options as HTML, by `optionList`. */
  options?: string;
};

function optionOf({ value, label }: Choice) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

/** A choice from a list, by the platform's own control. */
export const NativeSelect = forwardRef<HTMLSelectElement, SelectProps>((props, ref) => {
  const { id, box, input } = useFieldBox(props);
  const { frame, rest } = parted(props);
  const { data, options, ...select } = rest;
  const list = { ...select, ...input, ref };
  return (
    <InputWrapper {...frame} id={id}>
      <div {...box} data-pointer data-with-right-section>
        {options === undefined ? (
          <select {...list}>
            {data?.map((one) => {
              if (typeof one === "string") return optionOf({ value: one, label: one });
              if (!("group" in one)) return optionOf(one);
              return (
                <optgroup key={one.group} label={one.group}>
                  {one.items.map(optionOf)}
                </optgroup>
              );
            })}
          </select>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped where it is written.
          <select {...list} dangerouslySetInnerHTML={{ __html: options }} />
        )}
        <span className="m_82577fc2 mantine-Input-section" data-position="right">
          <svg viewBox="0 0 16 16" width="18" height="18" fill="none" aria-hidden="true">
            <path d="m4.5 6.5 3.5-3.5 3.5 3.5m-7 3 3.5 3.5 3.5-3.5" stroke="currentColor" />
          </svg>
        </span>
      </div>
    </InputWrapper>
  );
});
