import type { MantineColorsTuple, MantineThemeOverride } from "@mantine/core";

/** Ten times one variable of `tokens.css`, which follows the system's colour scheme without script. */
const shades = (variable: string): MantineColorsTuple => {
  const shade = `var(${variable})`;
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];
};

const md = { defaultProps: { size: "md" } };

/**
 * What Mantine's components look like by default. Colours, fonts and spaces are CSS variables of `tokens.css`.
 * Components are named, not imported: every page would load those that it does not have.
 */
export const theme: MantineThemeOverride = {
  primaryColor: "mahogany",
  colors: {
    mahogany: shades("--accent"),
    good: shades("--good"),
    waiting: shades("--waiting"),
    bad: shades("--bad"),
  },
  components: {
    Input: {
      vars: () => ({ wrapper: { "--input-height": "var(--target)" } }),
    },
    InputBase: md,
    InputWrapper: md,
    Checkbox: md,
    Radio: md,
    NativeSelect: md,
    TextInput: { defaultProps: { size: "md", type: "text" } },
    Textarea: md,
    ActionIcon: {
      defaultProps: { color: "gray" },
      vars: () => ({ root: { "--ai-size": "var(--target)" } }),
    },
    Kbd: { vars: () => ({ root: { "--kbd-fz": "11px", "--kbd-padding": "0 5px" } }) },
    Paper: { defaultProps: { withBorder: true } },
    Stack: { defaultProps: { gap: "sm" } },
    Group: { defaultProps: { gap: "sm" } },
    Badge: {
      defaultProps: { variant: "light" },
    },
    Alert: {
      defaultProps: { variant: "light", p: "sm" },
    },
  },
};
