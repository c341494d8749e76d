/** The last item of a list. Browsers that we serve, such as iOS 15.0, have no `at()`. */
export const lastOf = <Item>(list: ArrayLike<Item>): Item | undefined => list[list.length - 1];
