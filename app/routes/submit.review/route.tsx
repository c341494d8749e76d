export { default, meta } from "~/features/wizard/review/review-step-route";
export { action, loader } from "~/features/wizard/review/review-step-route.server";
