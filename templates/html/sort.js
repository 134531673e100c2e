// Sorts the table by a column on click, from the least; rows without a value stay last, equals in their first order.
for (const table of document.querySelectorAll("#functions")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const value = (row) => (column ? parseFloat(row.cells[column].dataset.sort) : rows.indexOf(row));
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = (a, b) => {
        const [x, y] = [value(a), value(b)];
        if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
        return down ? y - x : x - y;
      };
      body.append(...[...rows].sort(order));
    });
  });
}
