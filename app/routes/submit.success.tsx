export { correctEmailPost as action } from "~/features/wizard/success/correct-email-post.server";
export {
  clientLoader,
  default,
  ErrorBoundary,
  handle,
  meta,
} from "~/features/wizard/success/success-route";
export { loader } from "~/features/wizard/success/success-route.server";
