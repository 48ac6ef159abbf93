// How a person comes to a decision in Genial: equal dice are held together as a joker, then the row it crosses is chosen;
// what scoring would bring is shown all the time.
import type { SeatController } from '$src/state/seat-controller.svelte';
import { type Group, groupsOf, type Joker, jokersOf, scoreWith, targetsOf } from './decisions';
import type { GenialEffect, GenialPosition, GenialSheet, GenialSymbol } from './position';

// A joker, and which of the own dice it is made of.
export interface Held extends Joker {
  dice: number[];
}

export class MoveSelection {
  jokers = $state.raw<Held[]>([]);
  open = $state.raw<number[]>([]); // dice held together, for a row that is still to be chosen
  suggested = $state<string | null>(null); // the event that a hint has shown

  position: GenialPosition = $derived.by(() => this.controller.position as GenialPosition);
  legal: string[] = $derived.by(() => this.controller.choice?.position.legal ?? []);
  sheet: GenialSheet = $derived.by(() => this.position.sheets[this.controller.seat] as GenialSheet);
  dice: GenialSymbol[] = $derived.by(() => [...this.sheet.dice] as GenialSymbol[]);
  group: Group | null = $derived(
    this.open[0] === undefined ? null : { symbol: this.dice[this.open[0]] as GenialSymbol, size: this.open.length },
  );
  groups: Group[] = $derived(groupsOf(this.legal, this.jokers));
  targets: GenialSymbol[] = $derived(this.group ? targetsOf(this.legal, this.jokers, this.group) : []);
  event: string = $derived(scoreWith(this.jokers));
  effect: GenialEffect | null = $derived(this.effectOf(this.event));

  private readonly controller: SeatController;

  constructor(controller: SeatController) {
    this.controller = controller;
  }

  effectOf(event: string): GenialEffect | null {
    return this.position.effects?.find((effect) => effect.event === event) ?? null;
  }

  // What scoring would bring if the dice held together crossed this row.
  effectWith(target: GenialSymbol): GenialEffect | null {
    return this.group && this.effectOf(scoreWith([...this.jokers, { ...this.group, target }]));
  }

  // How many crosses a group is worth as a joker.
  worthOf(group: Group): number {
    const [target] = targetsOf(this.legal, this.jokers, group);
    const sum = (effect: GenialEffect | null) => Object.values(effect?.jokers ?? {}).reduce((a, b) => a + b, 0);
    return target ? sum(this.effectOf(scoreWith([...this.jokers, { ...group, target }]))) - sum(this.effect) : 0;
  }

  // A die can be tapped if it can be part of a joker, or is.
  canTap(die: number): boolean {
    return this.jokerWith(die) !== undefined || this.groups.some((group) => group.symbol === this.dice[die]);
  }

  jokerWith(die: number): Held | undefined {
    return this.jokers.find((joker) => joker.dice.includes(die));
  }

  // The first tap takes a pair, each further one adds a die or lets it go; a joker that is tapped can be chosen anew.
  tapDie(die: number): void {
    const joker = this.jokerWith(die);
    if (joker) {
      this.drop(joker);
      this.open = joker.dice;
    } else if (this.open.includes(die)) {
      this.hold(this.open.filter((other) => other !== die));
    } else if (this.group?.symbol === this.dice[die]) {
      this.hold([...this.open, die]);
    } else {
      const partner = this.free(this.dice[die] as GenialSymbol).find((other) => other !== die);
      this.hold(partner === undefined ? [] : [die, partner]);
    }
  }

  take(group: Group): void {
    this.hold(this.free(group.symbol).slice(0, group.size));
  }

  choose(target: GenialSymbol): void {
    if (!this.group || !this.targets.includes(target)) return;
    this.jokers = [...this.jokers, { ...this.group, target, dice: this.open }];
    this.open = [];
  }

  drop(joker: Held): void {
    this.jokers = this.jokers.filter((other) => other !== joker);
    this.open = [];
  }

  cancel(): void {
    this.open = [];
  }

  clear(): void {
    this.jokers = [];
    this.open = [];
    this.suggested = null;
  }

  // Shows the decision with an event, as a hint suggests it.
  show(event: string): void {
    this.clear();
    this.suggested = event;
    for (const { symbol, size, target } of jokersOf(event) ?? []) {
      this.take({ symbol, size });
      this.choose(target);
    }
  }

  // Own dice of a symbol that are in no joker yet.
  private free(symbol: GenialSymbol): number[] {
    return [...this.dice.keys()].filter((die) => this.dice[die] === symbol && !this.jokerWith(die));
  }

  private hold(dice: number[]): void {
    const symbol = dice[0] === undefined ? undefined : this.dice[dice[0]];
    const fits = this.groups.some((group) => group.symbol === symbol && group.size === dice.length);
    this.open = fits ? dice : [];
  }
}
