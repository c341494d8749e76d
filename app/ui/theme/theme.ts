import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** Ten times one variable of `tokens.css`, which follows the system's colour scheme without script. */
const shades = (variable: string): MantineColorsTuple => {
  const shade = `var(${variable})`;
  return [shade, shade, shade, shade, shade, shade, shade, shade, shade, shade];
};

const md = { defaultProps: { size: "md" } };

/**
 * What Mantine's components look like by default. Colours, fonts and spaces are CSS variables of `tokens.css`;
 * what no property can say is in `mantine.css`.
 */
export const theme = createTheme({
  primaryColor: "mahogany",
  colors: {
    mahogany: shades("--accent"),
    good: shades("--good"),
    waiting: shades("--waiting"),
    bad: shades("--bad"),
  },
  components: {
    InputBase: md,
    InputWrapper: md,
    Checkbox: md,
    Radio: md,
    NativeSelect: md,
    TextInput: { defaultProps: { size: "md", type: "text" } },
    Textarea: md,
    Paper: { defaultProps: { withBorder: true } },
    Stack: { defaultProps: { gap: "sm" } },
    Group: { defaultProps: { gap: "sm" } },
    Alert: { defaultProps: { variant: "light" } },
    Badge: { defaultProps: { variant: "light" } },
  },
});
