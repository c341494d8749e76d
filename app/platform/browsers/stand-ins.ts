/*
 * Polyfills, which the guard at the head of a page loads before other scripts where they are
 * needed.
 */

import { polyfillForms } from "./form-stand-ins";
import { polyfillStreams } from "./stream-stand-ins";

polyfillStreams(window);
polyfillForms(document);
// React must not find an element that it did not render.
document.currentScript?.remove();
