// SPDX-License-Identifier: MIT
// A sample of the language.
pragma solidity ^0.8.20;

import "./Other.sol";
import {Base, Owned as Owner} from "./Base.sol";
import * as Lib from "./Lib.sol";

error TooSmall(uint256 wanted, address who);
uint256 constant LIMIT = 1 << 4;
type Price is uint128;

interface IShape {
    function area(uint256 scale) external view returns (uint256);
    event Moved(address indexed who, int256 dx);
}

library Maths {
    function max(uint256 a, uint256 b) internal pure returns (uint256) {
        return a > b ? a : b;
    }
}

struct Pair {
    uint256 first;
    string second;
}

enum Kind { Small, Large }

abstract contract Point is Base, IShape {
    using Maths for uint256;
    mapping(address => mapping(uint256 => Pair)) private pairs;
    uint256[] public items;
    address payable immutable owner;
    bytes32 internal constant ROLE = keccak256("role");
    Kind kind = Kind.Small;
    event Added(uint256 value);

    modifier onlyOwner(uint256 value) {
        require(msg.sender == owner, "not the owner");
        _;
    }

    constructor(uint256 x, string memory name) Base(x) payable {
        owner = payable(msg.sender);
        items.push(x);
    }

    receive() external payable {}
    fallback() external { revert(); }

    function hidden() internal virtual;

    function area(uint256 scale) external view override returns (uint256) {
        return items[0] * scale;
    }

    function check(uint256 value, uint256[] calldata list) public onlyOwner(value) returns (uint256 result, bool) {
        uint256 counter = value ** 2;
        (uint256 a, , bool ok) = split(value);
        Pair memory pair = Pair({first: 1, second: "two"});
        if (value > 3 && !ok || list.length != 0) {
            return (0, true);
        } else if (value == 1) {
            counter += 1;
        } else {
            revert TooSmall({wanted: value, who: address(0)});
        }
        for (uint256 i = 0; i < list.length; i++) {
            if (i % 2 == 0) continue;
            emit Added(list[i]);
        }
        while (counter > 0) {
            counter--;
            break;
        }
        do { counter = counter - 1; } while (counter > 3);
        try this.area{gas: 1000}(2) returns (uint256 size) {
            result = size;
        } catch Error(string memory reason) {
            emit Added(bytes(reason).length);
        } catch {
            delete pairs[msg.sender][a];
        }
        unchecked { counter++; }
        assembly {
            let x := mload(0x40)
            if gt(x, 1) { mstore(x, add(x, 2)) }
        }
        uint256[] memory made = new uint256[](3);
        result = uint256(counter) + made[0].max(type(uint256).max) + 1 ether;
        return (result, -int256(value) < 0);
    }
}
