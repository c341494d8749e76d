/* Polyfills, loaded before other scripts by the guard at the head of a page where needed. */

import { polyfillForms } from "./form-stand-ins";
import { polyfillStreams } from "./stream-stand-ins";

polyfillStreams(window);
polyfillForms(document);
// React must not find an element that it did not render.
document.currentScript?.remove();
